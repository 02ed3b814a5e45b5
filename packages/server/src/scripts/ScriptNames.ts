/** Whether a file of posthog-js is one that a script element loads; modules are for bundlers. */
export const isScript = (name: string): boolean => /^(?!module\.|main\.|rrweb-)[a-z0-9][a-z0-9.-]*\.js$/.test(name)
