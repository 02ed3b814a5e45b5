/** The SDK itself, in the forms that pages load. */
const sdks = ["array", "array.full", "array.full.es5"]

/** Its parts, by the names that it asks for (`PostHogExtensionKind`), as far as the package has them. */
const parts = [
  "conversations",
  "crisp-chat-integration",
  "dead-clicks-autocapture",
  "exception-autocapture",
  "intercom-integration",
  "lazy-recorder",
  "logs",
  "product-tours",
  "recorder",
  "surveys",
  "tracing-headers",
  "web-vitals",
  "web-vitals-soft-navs",
  "web-vitals-with-attribution",
  "web-vitals-with-attribution-soft-navs"
]

const scripts = new Set([...sdks, ...parts].map((name) => `${name}.js`))

/** Whether a file of posthog-js is one that pages load, or that it asks for by name. Most of the package is neither. */
export const isScript = (name: string): boolean => scripts.has(name)
