const environments = /^\/+api\/+environments(?=[/?]|$)/

/** `/api/environments/…` is `/api/projects/…` by another name. Links still name the path the client used. */
export const resolveAlias = (url: string): string => url.replace(environments, "/api/projects")
