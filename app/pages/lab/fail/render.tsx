import { useLocation } from 'react-router'
import { errorMessageOf } from '../error-message.ts'

export default function RenderCase() {
  const { search } = useLocation()
  throw new Error(errorMessageOf(search, 'The lab broke this component'))
}
