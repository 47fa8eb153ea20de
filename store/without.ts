/**
 * A statement without its lines from `-- if <condition>` to `-- end`: what finds nothing, or filters nothing, is planned all the same, which takes as
 * long as the rest of a short question.
 */
export function without(sql: string, condition: string): string {
  return sql.replaceAll(new RegExp(`^ *-- if ${condition}\\n[\\s\\S]*?^ *-- end\\n`, 'gm'), '')
}
