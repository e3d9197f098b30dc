import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { CHECKS, type Finding } from '../../../shared/doctor/schema.ts';
import { QueryView } from '../../kit/query-view.tsx';
import { SectionHead } from '../../kit/section-head.tsx';
import { Time } from '../../kit/time.tsx';
import { StatusDot } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { findingsQuery } from './queries.ts';

const STATES = {
  ok: { label: 'Ok', tone: 'success' },
  todo: { label: 'To do', tone: 'warning' },
  unknown: { label: 'Unknown', tone: 'neutral' },
} as const;

const summaryOf = (findings: readonly Finding[]): string => {
  const left = findings.filter(({ state }) => state === 'todo').length;
  return left === 0
    ? 'Nothing is to be done'
    : `${left} of ${findings.length} checks need something`;
};

/** Settings: the checks of the installation, and what to do. */
export function DoctorSection() {
  const query = useQuery(findingsQuery);
  return (
    <>
      <SectionHead
        title="Doctor"
        actions={
          <Button
            size="sm"
            icon={<RotateCw />}
            busy={query.isFetching}
            onClick={() => void query.refetch()}
          >
            Check again
          </Button>
        }
      >
        What this installation needs. On the server, <code>npm run doctor</code> also tries keys,
        mail servers and the address.
      </SectionHead>
      <QueryView
        query={query}
        loadingLabel="Checking..."
        failure="Failed to check the installation"
      >
        {({ data, checked_at }) => (
          <>
            <p
              role="status"
              className="border-t border-border px-5 py-2 text-xs text-text-muted max-md:px-3.5"
            >
              {summaryOf(data)}, checked at <Time at={checked_at} />
            </p>
            <ul aria-label="Checks">
              {data.map((finding) => (
                <FindingRow key={finding.check} {...finding} />
              ))}
            </ul>
          </>
        )}
      </QueryView>
    </>
  );
}

const FindingRow = ({ check, state, text, advice }: Finding) => (
  <li className="flex gap-x-4 border-t border-border px-5 py-2.5 max-md:flex-wrap max-md:px-3.5">
    <span className="w-32 flex-none font-medium">{CHECKS[check]}</span>
    <span className="w-20 flex-none">
      <StatusDot tone={STATES[state].tone}>{STATES[state].label}</StatusDot>
    </span>
    <div className="min-w-0 flex-1 wrap-anywhere max-md:basis-full">
      <p>{text}</p>
      {advice === null ? null : <p className="text-xs text-text-muted">{advice}</p>}
    </div>
  </li>
);
