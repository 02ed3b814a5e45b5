import { strictFunction } from "./CreateFunction.ts"

/** A text as canonical JSON writes it. */
const text = `"(?:[^"\\\\\\u0001-\\u001f]|\\\\(?:["\\\\bfnrt]|u00(?:0[1-7be-f]|1[0-9a-f])))*"`

/** Functions over answers to surveys. */
export const answerFunctions: ReadonlyArray<string> = [
  strictFunction(
    "hg_answer_texts",
    "a text",
    "text[]",
    `BEGIN
  IF a = '' THEN RETURN '{}'; END IF;
  IF starts_with(a, '[') AND a ~ '^\\[(?:${text}(?:,${text})*)?\\]$' THEN
    RETURN ARRAY(SELECT jsonb_array_elements_text(a::jsonb));
  END IF;
  RETURN ARRAY[a];
END`
  )
]
