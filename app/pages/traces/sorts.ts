export const TRACE_SORT_LABELS = {
  '-began': 'Newest first',
  began: 'Oldest first',
  '-duration': 'Longest first',
  duration: 'Shortest first',
  '-spans': 'Most spans first',
  spans: 'Fewest spans first',
} as const
