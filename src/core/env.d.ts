// The platform APIs that core uses. Everything here exists in browsers, in Node and in workers.
declare class URL {
  constructor(url: string);
  readonly href: string;
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
  readonly host: string;
  readonly hostname: string;
  readonly origin: string;
}
declare class TextEncoder {
  encode(text: string): Uint8Array;
}
declare class TextDecoder {
  constructor(label?: string, options?: { fatal: boolean });
  decode(bytes: Uint8Array): string;
}
declare function atob(base64: string): string;
declare function btoa(bytes: string): string;
declare class URLSearchParams {
  get(name: string): string | null;
}
declare class Blob {
  constructor(parts: readonly (string | Uint8Array)[]);
  arrayBuffer(): Promise<ArrayBuffer>;
}
interface CryptoKey {
  readonly type: string;
}
declare const crypto: {
  getRandomValues(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>;
  readonly subtle: {
    importKey(
      format: 'raw',
      key: Uint8Array<ArrayBuffer>,
      algorithm: string,
      extractable: boolean,
      usages: readonly 'verify'[],
    ): Promise<CryptoKey>;
    verify(
      algorithm: string,
      key: CryptoKey,
      signature: Uint8Array<ArrayBuffer>,
      data: ArrayBuffer,
    ): Promise<boolean>;
  };
};
