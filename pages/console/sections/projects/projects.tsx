import "./projects.css";
import { Route, Switch } from "wouter-preact";
import { Lost } from "../../parts/lost";
import { Back } from "../../parts/one";
import { AllBackups } from "./backups/backups";
import { Project } from "./project";
import { ProjectList } from "./project-list";
import { useProjectText } from "./texts";

export default function Projects() {
  const t = useProjectText();
  return (
    <Switch>
      <Route path="/projects" component={ProjectList} />
      <Route path="/projects/backups">
        <Back href="/projects">{t("back")}</Back>
        <AllBackups />
      </Route>
      <Route path="/projects/:id">{({ id }) => <Project key={id} id={id} />}</Route>
      <Route component={Lost} />
    </Switch>
  );
}
