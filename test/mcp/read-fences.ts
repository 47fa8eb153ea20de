const FENCE = /^\s*(?:- )?<(from_(?:server|browser|people)) ([0-9a-f]{16})>$/

/** The lines of an answer outside of fences, and those inside. @throws If a fence does not end, or has another mark than the first. */
export function readFences(text: string) {
  const outside: string[] = []
  const inside: string[] = []
  let open: string | undefined
  let mark: string | undefined
  for (const line of text.split('\n')) {
    if (open !== undefined) {
      if (line.trim() === open) open = undefined
      else inside.push(line)
      continue
    }
    const [, source, drawn] = FENCE.exec(line) ?? []
    if (source === undefined) outside.push(line)
    else {
      mark ??= drawn
      if (drawn !== mark) throw new Error(`A fence has another mark: ${line}`)
      open = `</${source} ${drawn}>`
    }
  }
  if (open !== undefined) throw new Error(`A fence does not end: ${open}`)
  return { outside, inside, mark }
}

/** Characters that are never drawn, and so must be shown otherwise. */
export const UNSEEN = /(?![\n\t])[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u
