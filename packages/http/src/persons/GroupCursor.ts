import type { GroupPage, GroupPlace } from "@hedgerow/core/persons/GroupRepository"
import { InvalidInput } from "@hedgerow/core/shared/InvalidInput"
import { isStorable } from "@hedgerow/core/shared/StorableText"
import { Effect, Result } from "effect"
import * as Base64Url from "effect/encoding/Base64Url"
import { withoutKeys } from "../requests/Credentials.ts"

const sides = { ">": "after", "<": "before" } as const

const isSign = (sign: string): sign is keyof typeof sides => Object.hasOwn(sides, sign)

const invalidCursor = InvalidInput.at(["cursor"], "invalid_input", "Invalid cursor")

/** The place that a `cursor` names; an empty one names none. */
export const placeOf = (cursor: string | undefined): Effect.Effect<GroupPlace | undefined, InvalidInput> => {
  if (cursor === undefined || cursor === "") return Effect.undefined
  const text = Result.getOrElse(Base64Url.decodeString(cursor), () => "")
  const [sign, key] = [text.slice(0, 1), text.slice(1)]
  return isSign(sign) && isStorable(key) ? Effect.succeed({ side: sides[sign], key }) : Effect.fail(invalidCursor)
}

const linkTo = (url: URL, sign: keyof typeof sides, key: string): string => {
  const link = withoutKeys(url)
  link.searchParams.set("cursor", Base64Url.encode(sign + key))
  link.searchParams.sort()
  return link.href
}

/** The links around a page that was asked for at a place: absolute, other parameters but the key kept. */
export const cursorLinks = (url: URL, place: GroupPlace | undefined, { groups, hasMore }: GroupPage) => {
  const [first, last] = [groups.at(0)?.group_key, groups.at(-1)?.group_key]
  const [goesOn, goesBack] = place?.side === "before" ? [true, hasMore] : [hasMore, place !== undefined]
  return {
    next: goesOn && last !== undefined ? linkTo(url, ">", last) : null,
    previous: goesBack && first !== undefined ? linkTo(url, "<", first) : null
  }
}
