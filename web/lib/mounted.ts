import { type RefObject, useEffect, useRef } from 'react';

/** Whether the component is still mounted, for work that continues after it was left. */
export function useIsMounted(): RefObject<boolean> {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}
