// What core uses of the platform, and nothing more: it must run in a browser, in Node and in a worker alike.
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
declare function atob(base64: string): string;
declare function btoa(bytes: string): string;
