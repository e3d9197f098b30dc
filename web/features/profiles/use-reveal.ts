import { useEffect, useState } from 'react';
import type { FullProfile } from '../../../shared/profiles/schema.ts';
import { toast } from '../../ui/toast.tsx';
import { revealProfile } from './queries.ts';

const HIDES_AFTER_S = 30;

/** The secrets of one profile at a time. */
export interface Reveal {
  profile: FullProfile | null;
  secondsLeft: number;
  toggle: (id: number) => void;
}

/** Shows the secrets of a profile for 30 s, until another one is shown or the window loses the focus. */
export function useReveal(): Reveal {
  const [profile, setProfile] = useState<FullProfile | null>(null);
  const [secondsLeft, setSecondsLeft] = useState(0);
  useEffect(() => {
    if (profile === null) return;
    const hide = () => setProfile(null);
    const endsAt = Date.now() + HIDES_AFTER_S * 1_000;
    const timer = setInterval(() => {
      const left = Math.ceil((endsAt - Date.now()) / 1_000);
      setSecondsLeft(left);
      if (left <= 0) hide();
    }, 250);
    window.addEventListener('blur', hide);
    return () => {
      clearInterval(timer);
      window.removeEventListener('blur', hide);
    };
  }, [profile]);
  const toggle = async (id: number) => {
    const isShown = profile?.id === id;
    setProfile(null);
    if (isShown) return;
    try {
      const revealed = await revealProfile(id);
      setSecondsLeft(HIDES_AFTER_S);
      setProfile(revealed);
    } catch (error) {
      const text = error instanceof Error ? error.message : undefined;
      toast({ title: 'The profile could not be shown', text, tone: 'danger' });
    }
  };
  return { profile, secondsLeft, toggle: (id) => void toggle(id) };
}
