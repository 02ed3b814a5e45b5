/** The part of Node that the programs use. */
declare const process: { readonly env: Readonly<Record<string, string | undefined>> }
