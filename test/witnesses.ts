/** Says what it sees now, for the reader of a test that failed. */
export type Witness = () => Promise<string> | string

const witnesses = new Set<Witness>()

/** Calls a witness to every test of this file that fails. @returns what sends it away */
export function addWitness(witness: Witness): () => void {
  witnesses.add(witness)
  return () => witnesses.delete(witness)
}

export async function hearWitnesses(): Promise<string> {
  const reports = await Promise.all(
    [...witnesses].map(async witness => {
      try {
        return await witness()
      } catch (error) {
        return `A witness failed: ${error}`
      }
    }),
  )
  return reports.filter(text => text !== '').join('\n')
}
