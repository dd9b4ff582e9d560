/** What is said to the viewer, and what it offers, as far as it is used here. */
export interface Request {
  url: string;
  headers: Record<string, string>;
}

export interface Viewer {
  specActions: { updateJsonSpec: (spec: object) => void };
}

export interface Options {
  domNode: HTMLElement;
  spec: object;
  docExpansion: "list";
  defaultModelsExpandDepth: number;
  defaultModelExpandDepth: number;
  displayRequestDuration: boolean;
  tryItOutEnabled: boolean;
  validatorUrl: null;
  syntaxHighlight: false;
  requestInterceptor: (request: Request) => Request;
  plugins: object[];
}
