import { PDFiumLibrary } from '@hyzyla/pdfium';

/** A printed page as a person sees it. */
export interface PaperPage {
  readonly text: string;
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and alpha of each pixel, row by row. */
  readonly pixels: Uint8Array;
}

let library: Promise<PDFiumLibrary> | undefined;

/** The pages of a PDF, drawn at `dpi` pixels per inch. A PDF has 72 points per inch. */
export async function readPaper(pdf: Uint8Array, dpi = 60): Promise<readonly PaperPage[]> {
  library ??= PDFiumLibrary.init();
  const document = await (await library).loadDocument(pdf);
  try {
    const pages: PaperPage[] = [];
    for (const page of document.pages()) {
      // Rendering closes the page, so the text comes first.
      const text = page.getText();
      const { width, height, data } = await page.render({ scale: dpi / 72 });
      pages.push({ text, width, height, pixels: data });
    }
    return pages;
  } finally {
    document.destroy();
  }
}

/** The text of all pages, with single spaces. */
export async function textOnPaper(pdf: Uint8Array): Promise<string> {
  const pages = await readPaper(pdf);
  return pages.map(({ text }) => text.replaceAll(/\s+/g, ' ').trim()).join(' ');
}
