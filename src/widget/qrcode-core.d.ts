// The published types describe the package's Node and browser faces, not its core, which is all that is bundled.
declare module 'qrcode/lib/core/qrcode.js' {
  export function create(
    text: string,
    options: { errorCorrectionLevel: 'L' | 'M' | 'Q' | 'H' },
  ): { readonly version: number; readonly modules: { readonly size: number; readonly data: Uint8Array } };
}
