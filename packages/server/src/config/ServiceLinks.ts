/** The address of a service, as Kubernetes writes it. */
const serviceUrl = /^(?:tcp|udp|sctp):\/\//i

/** Names that Kubernetes derives from a service's name, whatever their value. */
const serviceNames =
  /_SERVICE_HOST$|_SERVICE_PORT(?:_[A-Z0-9_]+)?$|_PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?$/

/** Whether a value is the address of a service instead of a port. */
export const isServiceUrl = (value: string): boolean => serviceUrl.test(value)

/**
 * Whether Kubernetes has added a variable: for a service called `hedgerow` every container of its namespace has
 * `HEDGEROW_SERVICE_HOST`, `HEDGEROW_PORT=tcp://10.0.0.1:8000`, `HEDGEROW_PORT_8000_TCP_ADDR`, …
 */
export const isServiceLink = (name: string, value: string): boolean =>
  serviceNames.test(name) || name.endsWith("_PORT") && isServiceUrl(value)
