/** What is said to the viewer, as far as it is used here. */
export interface Request {
  url: string;
  headers: Record<string, string>;
}

/** What it is made of. */
export interface System {
  React: { createElement: (type: unknown, props?: object, ...children: unknown[]) => unknown };
  getComponent: (name: string, isContainer?: boolean) => unknown;
}

export interface Options {
  domNode: HTMLElement;
  spec: object;
  docExpansion: "full";
  defaultModelsExpandDepth: number;
  defaultModelExpandDepth: number;
  displayRequestDuration: boolean;
  tryItOutEnabled: boolean;
  validatorUrl: null;
  syntaxHighlight: false;
  requestInterceptor: (request: Request) => Request;
  /** The component that is drawn: one of its own, or of a plugin. */
  layout: string;
  plugins: ((system: System) => object)[];
}
