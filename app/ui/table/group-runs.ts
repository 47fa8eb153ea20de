/** Splits a list into runs of neighbours that are like the first of their run. */
export function groupRuns<Item>(
  items: readonly Item[],
  isAlike: (first: Item, item: Item) => boolean,
): [Item, ...Item[]][] {
  const runs: [Item, ...Item[]][] = []
  for (const item of items) {
    const run = runs.at(-1)
    if (run !== undefined && isAlike(run[0], item)) run.push(item)
    else runs.push([item])
  }
  return runs
}
