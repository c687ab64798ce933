/** A count with its noun, for the English lines of the log and of the commands: `1 file`, `2 files`. */
export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${count} ${count === 1 ? one : several}`
