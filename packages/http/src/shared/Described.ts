import { Context, type Schema } from "effect"
import { OpenApi } from "effect/http-api"

/** A field or parameter with its text in the OpenAPI document. */
export const described = <S extends Schema.Top>(schema: S, description: string): S["Rebuild"] =>
  schema.annotateKey({ description })

/** The headers of an endpoint's answer, by name, with their texts in the OpenAPI document. */
export class DescribedHeaders extends Context.Reference<Readonly<Record<string, string>>>(
  "@hedgerow/http/shared/Described/DescribedHeaders",
  { defaultValue: () => ({}) }
) {}

/** An operation's title and text in the OpenAPI document. */
export const operation = (summary: string, description: string) => OpenApi.annotations({ summary, description })
