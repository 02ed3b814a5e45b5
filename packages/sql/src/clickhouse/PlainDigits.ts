import { bind } from "./ExprRenderer.ts"

/** A number text with the digits that its exponent stands for. */
export const plainDigits = (text: string): string =>
  bind([text], (t = "") => {
    const exponent = `toInt32OrZero(splitByChar('e', ${t})[2])`
    const mantissa = `splitByChar('e', ${t})[1]`
    const sign = `if(startsWith(${t}, '-'), '-', '')`
    const figures = `replaceAll(replaceAll(${mantissa}, '-', ''), '.', '')`
    return `multiIf(position(${t}, 'e') = 0 OR isNull(${t}), ${t}, `
      + `${exponent} < 0, concat(${sign}, '0.', repeat('0', -1 - ${exponent}), ${figures}), `
      + `concat(${sign}, rightPad(${figures}, toUInt32(greatest(1 + ${exponent}, 0)), '0')))`
  })
