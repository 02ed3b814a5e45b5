/** Builds the site when it is missing or older than a page. */
export declare const ensureGuides: () => void
/** Copies the site into a folder of a package that serves it. */
export declare const copyGuides: (folder: string) => void
