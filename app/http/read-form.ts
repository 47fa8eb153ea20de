/** The text fields of a submitted form, by name; a missing one is ''. A body that is no form has none. */
export async function readFormFields(request: Request): Promise<(name: string) => string> {
  const form = await request.formData().catch(() => undefined)
  return name => {
    const value = form?.get(name)
    return typeof value === 'string' ? value : ''
  }
}
