import { componentRef } from "@hedgerow/core/shared/FieldSchema"
import { Context, Schema } from "effect"
import { OpenApi } from "effect/http-api"

/** A field or parameter with its text in the OpenAPI document. */
export const described = <S extends Schema.Top>(schema: S, description: string): S["Rebuild"] =>
  schema.annotateKey({ description })

/** A JSON object that the OpenAPI document describes as a component: its reader is elsewhere, or it is shown as it was sent. */
export const structured = (name: string) =>
  Schema.Record(Schema.String, Schema.Json).check(
    Schema.makeFilter(() => true, { toJsonSchema: () => componentRef(name) })
  )

/** The headers of an endpoint's answer, by name, with their texts in the OpenAPI document. */
export class DescribedHeaders extends Context.Reference<Readonly<Record<string, string>>>(
  "@hedgerow/http/shared/Described/DescribedHeaders",
  { defaultValue: () => ({}) }
) {}

/** An operation's title and text in the OpenAPI document. */
export const operation = (summary: string, description: string) => OpenApi.annotations({ summary, description })
