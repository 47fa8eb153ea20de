export const SORTS = {
  '-began': 'Newest first',
  began: 'Oldest first',
  '-duration': 'Longest first',
  duration: 'Shortest first',
} as const
