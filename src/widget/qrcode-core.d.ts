// The published types describe the package's Node and browser faces, not its core, which is all that is bundled. Of its
// options none is left in the bundle (scripts/lean-encoder.ts).
declare module 'qrcode/lib/core/qrcode.js' {
  export function create(text: string): {
    readonly version: number;
    readonly modules: { readonly size: number; readonly data: Uint8Array };
  };
}
