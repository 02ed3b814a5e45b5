import { Result, Schema } from "effect"
import { Field, type Issues } from "../shared/Field.ts"
import { list } from "../shared/FieldKinds.ts"
import { beyondSchema, componentRef } from "../shared/FieldSchema.ts"
import { toInvalidInput } from "../shared/RequestIssues.ts"
import { unstorableFault } from "../shared/StorableJson.ts"
import { PropertyFilter } from "./PropertyFilter.ts"

const decode = Schema.decodeUnknownResult(PropertyFilter, { errors: "all", onExcessProperty: "error" })

/** One condition, kept as it was sent: it can be stored so. */
const propertyFilter = Field.make<Schema.Json>(
  (value) =>
    Result.mapBoth(decode(value), {
      onSuccess: () => value as Schema.Json,
      onFailure: ({ issue }): Issues => toInvalidInput(issue, []).issues
    }),
  componentRef("PropertyFilter")
).check((value) => unstorableFault(value), beyondSchema)

/** Conditions as insights have them, as a field of a request. */
export const propertyFilters = list(propertyFilter, { maxLength: 100 })
