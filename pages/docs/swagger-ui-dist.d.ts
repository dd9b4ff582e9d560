declare module "swagger-ui-dist/swagger-ui-es-bundle.js" {
  import type { Options, Viewer } from "./swagger-ui";

  const swaggerUi: (options: Options) => Viewer;
  export default swaggerUi;
}
