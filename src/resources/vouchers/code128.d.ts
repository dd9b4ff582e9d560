/** The library says nothing of the types of its single encoders. */
declare module "jsbarcode/bin/barcodes/CODE128/index.js" {
  export class CODE128 {
    constructor(text: string, options: object);
    /** The modules from left to right, dark ones as 1. */
    encode(): { data: string };
  }
}
