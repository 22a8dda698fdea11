/** A page that is printed. */
export interface PrintedPage {
  /** The whole document, built in main; all foreign text in it is escaped. */
  readonly html: string
  /** The picture that the document shows as `logo.png`; null for none. */
  readonly logo: Uint8Array | null
}

/** Prints pages without showing them. Both functions reject when Chromium cannot print. */
export interface Printing {
  /** The page as a tagged PDF, A4, with page numbers. */
  pdf(page: PrintedPage): Promise<Uint8Array>
  /** Shows the system's print dialog; false if the person cancelled it. */
  print(page: PrintedPage): Promise<boolean>
}
