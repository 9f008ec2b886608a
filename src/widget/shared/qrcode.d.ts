/** The core encoder of the `qrcode` package, which is CommonJS and brings no types of its own. */
declare module 'qrcode/lib/core/qrcode.js' {
  interface Symbol {
    readonly version: number;
    /** `data` holds the rows one after another: 1 for a dark module. */
    readonly modules: { readonly size: number; readonly data: Uint8Array };
  }

  /** A run of characters in one mode. */
  interface Segment {
    readonly mode: 'numeric' | 'alphanumeric' | 'byte';
    readonly data: string;
  }

  /** Throws an `Error` for a text that fits in no version. */
  export function create(
    text: string | readonly Segment[],
    options: { errorCorrectionLevel: 'L' | 'M' | 'Q' | 'H'; maskPattern?: number },
  ): Symbol;
}
