/** A value of JSON in one line. */
export const valueText = (value: unknown): string => {
  if (value === null || value === undefined) return "null"
  return typeof value === "string" ? value : JSON.stringify(value)
}

/** A number with its thousands apart. */
export const countText = (value: number): string => value.toLocaleString("en")

/** A name of an event or a property as people know it; the wire's own names keep their sign beside it. */
export const eventTitle = (name: string): string => usual[name] ?? name

const usual: Readonly<Record<string, string>> = {
  $pageview: "Page view",
  $pageleave: "Page leave",
  $autocapture: "Autocapture",
  $identify: "Identify",
  $screen: "Screen",
  $set: "Set person properties",
  $feature_flag_called: "Feature flag called"
}
