/** Which version runs. */
export interface BuildVersion {
  readonly version: string
  /** The first twelve digits; `unknown` where neither the build nor a repository says it. */
  readonly commit: string
}

/** What the kernel is told about the product that it serves (`src/product.ts` has the values). */
export interface Product {
  readonly name: string
  /** Read when it is first asked for. */
  build(): BuildVersion
  /** What the API is for, in a few words of its description. */
  readonly about: string
  /** SVG of 32 pixels' height, for the dark bar above the API's description. */
  readonly logo: string
  /** The back office as it is installed on a phone or a desktop: its name, and a shorter one. */
  readonly office: { readonly name: string; readonly shortName: string }
  /**
   * Paths of the pages that the bare host leads to: that of the back office, that of clients at any other host, and that of technicians,
   * who do not have the first.
   */
  readonly home: { readonly office: string; readonly clients: string; readonly technicians: string }
  /** Further paths that lead to the home page, as `/` does. */
  readonly doors: readonly string[]
}
