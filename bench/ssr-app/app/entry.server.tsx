import { renderDocument } from '../render-document.ts'

export default renderDocument(() => ({}))
