import type { Seat } from './seat.ts'

/**
 * The seats of a group whose links may be able to take a message now, the one whose turn it is first (a binary heap
 * that keeps track of each seat's place).
 */
export class ReadySeats {
  readonly #seats: Seat[] = []

  /** The seat whose turn it is. */
  get first(): Seat | undefined {
    return this.#seats[0]
  }

  has(seat: Seat): boolean {
    return this.#seats[seat.place] === seat
  }

  /** Any seat that meets a condition; the first to be checked is the one whose turn it is. */
  find(isMeant: (seat: Seat) => boolean): Seat | undefined {
    return this.#seats.find(isMeant)
  }

  add(seat: Seat): void {
    if (this.has(seat)) return
    seat.place = this.#seats.push(seat) - 1
    this.#rise(seat)
  }

  remove(seat: Seat): void {
    if (!this.has(seat)) return
    const last = this.#seats.pop() as Seat
    if (last === seat) return
    this.#put(last, seat.place)
    this.moved(last)
  }

  /** Called when the turn of the seat comes at another time than before. */
  moved(seat: Seat): void {
    if (!this.has(seat)) return
    this.#rise(seat)
    this.#sink(seat)
  }

  #rise(seat: Seat): void {
    while (seat.place > 0) {
      const parent = this.#seats[(seat.place - 1) >> 1] as Seat
      if (!isBefore(seat, parent)) return
      this.#swap(parent, seat)
    }
  }

  #sink(seat: Seat): void {
    for (;;) {
      const left = this.#seats[2 * seat.place + 1]
      const right = this.#seats[2 * seat.place + 2]
      const child = left !== undefined && right !== undefined && isBefore(right, left) ? right : left
      if (child === undefined || !isBefore(child, seat)) return
      this.#swap(seat, child)
    }
  }

  #swap(a: Seat, b: Seat): void {
    const { place } = a
    this.#put(a, b.place)
    this.#put(b, place)
  }

  #put(seat: Seat, place: number): void {
    this.#seats[place] = seat
    seat.place = place
  }
}

function isBefore(a: Seat, b: Seat): boolean {
  return a.end < b.end || (a.end === b.end && a.index < b.index)
}
