/**
 * SHA-1 over the UTF-8 form of short texts. It is written out here since hashing is most of what an evaluation costs,
 * and this allocates nothing: the words live in one array, which is free again when a call returns.
 */
const words = new Int32Array(80)
const state = new Int32Array(5)

/** Within bounds by the callers' loops; the fallback costs nothing in compiled code. */
const word = (i: number): number => words[i] ?? 0

const clear = (): void => {
  for (let i = 0; i < 16; i++) words[i] = 0
}

const start = (): void => {
  state[0] = 0x67452301
  state[1] = -0x10325477
  state[2] = -0x67452302
  state[3] = 0x10325476
  state[4] = -0x3c2d1e10
  clear()
}

const expand = (): void => {
  for (let i = 16; i < 80; i++) {
    const mixed = word(i - 3) ^ word(i - 8) ^ word(i - 14) ^ word(i - 16)
    words[i] = (mixed << 1) | (mixed >>> 31)
  }
}

const add = (i: number, value: number): void => {
  state[i] = (state[i] ?? 0) + value
}

// One function with four like loops: the five variables must stay in registers, and every sum an integer of 32 bits.
const compress = (): void => {
  expand()
  let a = state[0] ?? 0
  let b = state[1] ?? 0
  let c = state[2] ?? 0
  let d = state[3] ?? 0
  let e = state[4] ?? 0
  let next = 0
  for (let i = 0; i < 20; i++) {
    next = (((((a << 5) | (a >>> 27)) + (d ^ (b & (c ^ d)))) | 0) + ((e + word(i)) | 0) + 0x5a827999) | 0
    e = d
    d = c
    c = (b << 30) | (b >>> 2)
    b = a
    a = next
  }
  for (let i = 20; i < 40; i++) {
    next = (((((a << 5) | (a >>> 27)) + (b ^ c ^ d)) | 0) + ((e + word(i)) | 0) + 0x6ed9eba1) | 0
    e = d
    d = c
    c = (b << 30) | (b >>> 2)
    b = a
    a = next
  }
  for (let i = 40; i < 60; i++) {
    next = (((((a << 5) | (a >>> 27)) + ((b & c) | (d & (b | c)))) | 0) + ((e + word(i)) | 0) - 0x70e44324) | 0
    e = d
    d = c
    c = (b << 30) | (b >>> 2)
    b = a
    a = next
  }
  for (let i = 60; i < 80; i++) {
    next = (((((a << 5) | (a >>> 27)) + (b ^ c ^ d)) | 0) + ((e + word(i)) | 0) - 0x359d3e2a) | 0
    e = d
    d = c
    c = (b << 30) | (b >>> 2)
    b = a
    a = next
  }
  add(0, a)
  add(1, b)
  add(2, c)
  add(3, d)
  add(4, e)
  clear()
}

/** Each of these takes how many bytes there are and answers how many there are then. */
const appendByte = (byte: number, length: number): number => {
  const at = length & 63
  words[at >> 2] = word(at >> 2) | (byte << (24 - ((at & 3) << 3)))
  if (at === 63) compress()
  return length + 1
}

const appendCodePoint = (code: number, length: number): number => {
  let end = length
  if (code < 0x800) end = appendByte(0xc0 | (code >> 6), end)
  else {
    if (code < 0x10000) end = appendByte(0xe0 | (code >> 12), end)
    else {
      end = appendByte(0xf0 | (code >> 18), end)
      end = appendByte(0x80 | ((code >> 12) & 0x3f), end)
    }
    end = appendByte(0x80 | ((code >> 6) & 0x3f), end)
  }
  return appendByte(0x80 | (code & 0x3f), end)
}

/** Lone surrogates have no UTF-8 form: they count as U+FFFD. */
const scalarAt = (text: string, at: number): number => {
  const code = text.codePointAt(at) ?? 0xfffd
  return code >= 0xd800 && code < 0xe000 ? 0xfffd : code
}

const append = (text: string, length: number): number => {
  let end = length
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x80) end = appendByte(unit, end)
    else {
      const code = scalarAt(text, i)
      if (code >= 0x10000) i++
      end = appendCodePoint(code, end)
    }
  }
  return end
}

const finish = (length: number): void => {
  const end = appendByte(0x80, length)
  if ((end & 63) > 56) compress()
  words[14] = Math.floor(length / 0x20000000)
  words[15] = length << 3
  compress()
}

/** The first 60 bits of the SHA-1 of the three texts in a row, as a binary64: rounded once, as `parseInt` rounds. */
export const sha1Head = (prefix: string, text: string, suffix: string): number => {
  start()
  finish(append(suffix, append(text, append(prefix, 0))))
  return ((state[0] ?? 0) >>> 0) * 0x10000000 + ((state[1] ?? 0) >>> 4)
}
