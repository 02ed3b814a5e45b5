import { Context, Option } from "effect"

/** The address clients reach the server at, when it is not the one they name in `Host`. */
export class PublicUrl extends Context.Reference<Option.Option<URL>>(
  "@hedgerow/core/shared/PublicUrl",
  { defaultValue: () => Option.none() }
) {}

/** A public address as paths are put behind it: without a slash at its end. */
export const baseOf = ({ href }: URL): string => href.replace(/\/$/, "")
