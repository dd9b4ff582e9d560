declare module "swagger-ui-dist/swagger-ui-es-bundle.js" {
  import type { Options } from "./swagger-ui";

  const swaggerUi: (options: Options) => void;
  export default swaggerUi;
}
