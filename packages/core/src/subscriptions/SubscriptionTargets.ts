import { Result } from "effect"
import { emailField } from "../access/Users.ts"
import { InvalidInput } from "../shared/InvalidInput.ts"
import { isWebAddress } from "../webhooks/Webhook.ts"
import type { Subscription } from "./Subscription.ts"

/** The most addresses of a subscription. */
export const maxRecipients = 50

type Target = Pick<Subscription, "target_type" | "target_value">

const sameAddress = (one: string) => (other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** The addresses of a subscription, each once. */
export const targetsOf = ({ target_type, target_value }: Target): ReadonlyArray<string> => {
  if (target_type !== "email") return [target_value]
  const named = target_value.split(",").map((one) => one.trim()).filter((one) => one !== "")
  return named.filter((one, place) => named.findIndex(sameAddress(one)) === place)
}

/** Whether a subscription is sent to an address. */
export const hasTarget = (subscription: Target, target: string): boolean =>
  targetsOf(subscription).some(sameAddress(target))

/** The addresses without one. */
export const withoutTarget = (subscription: Target, target: string): string =>
  targetsOf(subscription).filter((one) => !sameAddress(target)(one)).join(",")

const refused = (message: string) => InvalidInput.at(["target_value"], "invalid_input", message)

/** The fault of a target, before its server is looked up. */
export const targetFault = (subscription: Target): InvalidInput | undefined => {
  if (subscription.target_type !== "email") {
    return isWebAddress(subscription.target_value) ? undefined : refused("Enter a URL that begins with https://.")
  }
  const addresses = targetsOf(subscription)
  if (addresses.length === 0) return refused("Enter an email address.")
  if (addresses.length > maxRecipients) return refused(`A subscription has at most ${maxRecipients} email addresses.`)
  const wrong = addresses.find((one) => Result.isFailure(emailField.read(one)))
  return wrong === undefined ? undefined : refused(`"${wrong.slice(0, 254)}" is no valid email address.`)
}
