/** The nonce of this page's styles. Vite writes the tag, the server the value; scripts may read it there. */
export const styleNonce: string = document.querySelector<HTMLMetaElement>("meta[property=csp-nonce]")?.nonce ?? ""

/** Libraries that write styles ask for the nonce here: what locks scrolling under dialogs, and what drags tiles. */
Object.assign(globalThis, { __webpack_nonce__: styleNonce })
