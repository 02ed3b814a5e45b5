import type { Cell } from "../types/Cell.ts"

/** The largest cell that an expression makes: one for a character, eight for any other value and for each member. */
export const mostCell = 8 * 1024 * 1024

/** An expression would make a cell of more than `mostCell`. */
export class CellTooLarge extends Error {
  override readonly name = "CellTooLarge"
}

/** The size of a member, beside its characters. */
const memberSize = 8

/** The most members of a list. */
export const mostMembers = mostCell / memberSize

/** What is left of `left` after the cell; negative as soon as it is found not to fit. */
const leftAfter = (cell: Cell, left: number): number => {
  if (typeof cell === "string") return left - cell.length
  if (!Array.isArray(cell)) return left - memberSize
  const members: ReadonlyArray<Cell> = cell
  let rest = left - memberSize * members.length
  for (const member of members) {
    if (rest < 0) return rest
    if (typeof member === "string") rest -= member.length
    else if (typeof member === "object" && member !== null) rest = leftAfter(member, rest)
  }
  return rest
}

/** The size of a cell; one that is too large fails. */
export const sizeOfCell = (cell: Cell): number => {
  const left = leftAfter(cell, mostCell)
  if (left < 0) throw new CellTooLarge()
  return mostCell - left
}

/** Fails for a cell that would be too large, before it is made. */
export const allowSize = (size: number): void => {
  if (size > mostCell) throw new CellTooLarge()
}

/** Fails for a list that would be too large, before it is made. */
export const allowMembers = (count: number): void => allowSize(count * memberSize)

/** The size of a list that grows member by member. */
export class ListSize {
  #size = 0

  /** Fails when the list would be too large with the member. */
  add(member: Cell): void {
    this.#size += memberSize
    if (typeof member === "string") this.#size += member.length
    else if (typeof member === "object" && member !== null) this.#size += sizeOfCell(member)
    if (this.#size > mostCell) throw new CellTooLarge()
  }
}
