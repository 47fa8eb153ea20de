interface Arrow {
  readonly from: string
  readonly to: string
}

/** Import cycles: `a → b → a`, one path of each cycle. */
export function findImportCycles(arrows: readonly Arrow[]): string[] {
  const targets = Map.groupBy(arrows, ({ from }) => from)
  const circles: string[] = []
  const done = new Set<string>()
  const follow = (file: string, path: readonly string[]) => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' → '))
    if (done.has(file) || path.includes(file)) return
    for (const { to } of targets.get(file) ?? []) follow(to, [...path, file])
    done.add(file)
  }
  for (const file of targets.keys()) follow(file, [])
  return circles
}
