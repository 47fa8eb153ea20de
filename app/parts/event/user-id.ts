/** The user that a span or exception belongs to; '' if none is known. `enduser.id` is the convention's older name. */
export const userIdOf = (attributes: Readonly<Record<string, string>>) =>
  attributes['user.id'] || attributes['enduser.id'] || ''
