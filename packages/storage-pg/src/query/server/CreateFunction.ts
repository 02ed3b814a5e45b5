/** A function whose body is one expression over `$1, $2, …`; the planner may write it in place of the call. */
export const expressionFunction = (name: string, parameters: string, returns: string, body: string): string =>
  `CREATE OR REPLACE FUNCTION ${name}(${parameters}) RETURNS ${returns} LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ${body}`

/**
 * The operators that take as long as a call of a short function in PL/pgSQL. The planner's own guess is ten times that, for
 * which it would rather read all rows with several processes than those of an index with one.
 */
const cost = 10

/** A function in PL/pgSQL that is NULL when an argument is. It must not catch exceptions: parallel workers cannot. */
export const strictFunction = (name: string, parameters: string, returns: string, body: string): string =>
  `CREATE OR REPLACE FUNCTION ${name}(${parameters}) RETURNS ${returns} LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST ${cost}
AS $body$
${body}
$body$`
