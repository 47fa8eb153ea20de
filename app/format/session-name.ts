/** `Session 664ee704`: as much of its id as tells it from others in a list. */
export const sessionName = (id: string) => `Session ${id.slice(0, 8)}`
