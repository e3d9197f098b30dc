import { FileDown } from 'lucide-react';
import type { FileTemplate } from '../../shared/csv/template.ts';
import { downloadCsv } from '../lib/download.ts';
import { Button } from '../ui/button.tsx';
import { reportFile } from './file-report.ts';

/** Downloads an example file for an importer. */
export function TemplateButton({ template: { name, text } }: { template: FileTemplate }) {
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={<FileDown />}
      onClick={() => {
        downloadCsv(name, text);
        reportFile(name, 'a header and an example');
      }}
    >
      Template
    </Button>
  );
}
