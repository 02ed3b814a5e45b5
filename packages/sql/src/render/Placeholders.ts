/**
 * The bound values of one statement. Equal values of one type share a place, so that the same expression has the same
 * text wherever it stands.
 */
export class Placeholders<Value> {
  readonly #places = new Map<string, number>()
  readonly #values: Array<Value> = []

  /** The place of a value, from 0; `text` is equal for equal values. */
  placeOf(value: Value, text: string, type: string): number {
    const key = `${type}:${text}`
    const place = this.#places.get(key) ?? this.#values.push(value) - 1
    this.#places.set(key, place)
    return place
  }

  at(place: number): Value | undefined {
    return this.#values[place]
  }
}
