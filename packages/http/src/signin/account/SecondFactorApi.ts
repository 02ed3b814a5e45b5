import {
  confirmedSecondFactorFields,
  newSecondFactorFields,
  secondFactorProofFields
} from "@hedgerow/core/accounts/second-factors/SecondFactors"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authorization } from "../../auth/Authorization.ts"
import { RequiredScope } from "../../auth/RequiredScope.ts"
import { apiErrorAt } from "../../errors/ApiError.ts"
import { ErrorResponses } from "../../errors/ErrorResponses.ts"
import { createBody } from "../../requests/RequestBody.ts"
import { operation } from "../../shared/Described.ts"
import { DoneRecord } from "../SignInSchema.ts"
import { BackupCodesRecord, NewSecondFactorRecord, SecondFactorRecord } from "./SecondFactorSchema.ts"

const errors = [apiErrorAt(404), apiErrorAt(409), apiErrorAt(413), apiErrorAt(415), apiErrorAt(429)] as const

/** A second factor is set up. */
export const NewSecondFactorBody = createBody(newSecondFactorFields, {
  identifier: "NewSecondFactorRequest",
  description: "A second factor that is set up, by the password."
})

/** A second factor is turned on. */
export const ConfirmedSecondFactorBody = createBody(confirmedSecondFactorFields, {
  identifier: "SecondFactorConfirmation",
  description: "A first code of the app."
})

/** A change of the second factor is proven. */
export const SecondFactorProofBody = createBody(secondFactorProofFields, {
  identifier: "SecondFactorProof",
  description: "The password and a code."
})

/** The second factor of who is signed in. */
export class SecondFactorApi extends HttpApiGroup.make("secondFactor")
  .add(
    HttpApiEndpoint.get("read", "/", { success: SecondFactorRecord, error: apiErrorAt(404) })
      .annotateMerge(operation("Read the own second factor", "Returns whether a code is asked for at signing in."))
      .annotate(RequiredScope, "no key"),
    HttpApiEndpoint.post("begin", "/", { payload: NewSecondFactorBody, success: NewSecondFactorRecord, error: errors })
      .annotateMerge(
        operation(
          "Set up the own second factor",
          "Returns a new secret for an app that makes codes. It counts once a first code has confirmed it; while a second "
            + "factor is on it is 409."
        )
      ).annotate(RequiredScope, "no key"),
    HttpApiEndpoint.post("confirm", "/confirm/", {
      payload: ConfirmedSecondFactorBody,
      success: BackupCodesRecord,
      error: errors
    }).annotateMerge(
      operation(
        "Turn the own second factor on",
        "Turns the second factor on by a first code of the app, and returns backup codes. Sessions that exist stay."
      )
    ).annotate(RequiredScope, "no key"),
    HttpApiEndpoint.post("renewCodes", "/backup_codes/", {
      payload: SecondFactorProofBody,
      success: BackupCodesRecord,
      error: errors
    }).annotateMerge(
      operation("Make other backup codes", "Returns ten backup codes. Those that were returned before work no longer.")
    ).annotate(RequiredScope, "no key"),
    HttpApiEndpoint.post("turnOff", "/turn_off/", {
      payload: SecondFactorProofBody,
      success: DoneRecord,
      error: errors
    })
      .annotateMerge(
        operation("Turn the own second factor off", "Turns the second factor off, by the password and a code.")
      ).annotate(RequiredScope, "no key")
  )
  .prefix("/api/users/@me/second_factor")
  .middleware(Authorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({
    title: "Own second factor",
    description: "Codes of an app (TOTP, RFC 6238) that are asked for at signing in. API keys are refused."
  }))
{}
