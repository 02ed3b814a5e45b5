import { setNonce } from "get-nonce"

/** The nonce of this page's styles. Vite writes the tag, the server the value; scripts may read it there. */
export const styleNonce: string = document.querySelector<HTMLMetaElement>("meta[property=csp-nonce]")?.nonce ?? ""

/** The library that locks scrolling under dialogs asks for the nonce here. */
setNonce(styleNonce)
