/** Numbers of what a round has, messages or incoming SMS: from `first` up to, but not including, `end`. */
export interface Span {
  readonly first: number
  readonly end: number
}

export function numbersOf({ first, end }: Span): readonly number[] {
  return Array.from({ length: end - first }, (_, index) => first + index)
}

export function lengthOf({ first, end }: Span): number {
  return end - first
}
